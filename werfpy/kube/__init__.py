"""The only package that speaks to the API server.

`config` finds out where the cluster is and who we are, `pool` sends requests, `decorators` count, retry, slow down or
refuse them, `client` says them in the words of the Kubernetes API, and `live` reads many objects with few requests.
"""
