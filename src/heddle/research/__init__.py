"""What others published, run beside Heddle: traces, policies, and the benchmarks that compare. The
product never imports it; it adds to the seams of the product as any other package could.
"""
