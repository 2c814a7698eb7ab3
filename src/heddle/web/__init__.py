"""The dashboard: pages that the server renders, in English and Chinese. Needs the extra `server`.

pages       one file for each page; it asks the loop or the store, and renders
site        all pages as one router, and what they have in common
session     signed-in users, and what may be posted
language    the dictionaries in words/, and which one to use
render      templates and the words for times, durations and shares
files       what is in static/: style, scripts, and the libraries in vendor/
live        what a page is told while it is open
pool_view   the pool as people see it;  job_view: a job;  usage_view: the ledger
"""
