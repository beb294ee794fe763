"""Prices and stock for the shop, from a cache that is filled from the product database."""

from decimal import ROUND_HALF_UP, Decimal

from common.logs import set_up

log = set_up("catalogue")

STOCK_LIFE_S = 600
MARGIN_ALARM = Decimal("0.08")
CENT = Decimal("0.01")


class Prices:
    def __init__(self, database, cache, clock):
        self.database, self.cache, self.clock = database, cache, clock

    def price(self, sku, currency):
        """The list price. Since v7.4.1 no code is looked at here: checkout alone computes discounts (INC-2045)."""
        entry = self.cache.get((sku, currency))
        if entry is None:
            amount = self.database.list_price(sku, currency)
            self.cache.put((sku, currency), amount)
            log.info("price of %s read from the database: %s %s", sku, amount, currency)
            return amount
        return entry

    def clear(self, by):
        count = self.cache.clear()
        log.info("price cache cleared by %s, %d entries", by, count)

    def check_margin(self, sku, paid, bought):
        margin = (paid - bought) / paid
        if margin < MARGIN_ALARM:
            log.warning("margin of %s is %s %%", sku, (margin * 100).quantize(CENT, ROUND_HALF_UP))
        return margin

    def stock(self, sku, warehouse):
        entry = self.cache.get((sku, warehouse))
        if entry is None or self.clock.now() - entry.at > STOCK_LIFE_S:
            pieces = self.database.stock(sku, warehouse)
            self.cache.put((sku, warehouse), pieces)
            log.info("stock of %s in %s: %d", sku, warehouse, pieces)
            return pieces
        return entry.pieces
