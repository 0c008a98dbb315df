"""The pages: HTML, CSS and JavaScript as browsers load them."""
