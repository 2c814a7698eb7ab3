"""The installation: every object of it is made by `objects.objects`, for people who pipe it into
kubectl and, with the chart's expressions in the place of the settings, for the Helm chart."""
