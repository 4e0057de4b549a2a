# The worker and every other command of Tooltrail, as one image: `docker build -t tooltrail .`
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY selector selector
COPY pipeline pipeline
COPY storage storage
COPY tooltrail tooltrail
COPY migrations migrations
COPY examples/shop examples/shop
RUN python -m venv /opt/tooltrail \
    && /opt/tooltrail/bin/pip install --no-cache-dir -c constraints.txt '.[worker,postgresql]'

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/tooltrail --create-home tooltrail
COPY --from=build /opt/tooltrail /opt/tooltrail
ENV PATH=/opt/tooltrail/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TOOLTRAIL_WORKER_FOLDER=/var/lib/tooltrail/worker \
    TOOLTRAIL_WORKER_HTTP_HOST=0.0.0.0
USER tooltrail
WORKDIR /var/lib/tooltrail
EXPOSE 8090
# Longer than the worker takes by itself: TOOLTRAIL_WORKER_SHUTDOWN_SECONDS and what the broker's library needs.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8090/livez', timeout=2)"]
ENTRYPOINT ["tooltrail"]
CMD ["worker"]
