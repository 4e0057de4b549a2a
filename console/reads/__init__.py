"""View models: what pages and API show, as frozen values, built by pure functions from what the store says."""
