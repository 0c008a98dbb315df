"""The web server: people and agents play in a browser, watch games and replay them."""

from fudaba.common.extras import need

need("web")
