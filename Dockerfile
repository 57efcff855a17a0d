# syntax=docker/dockerfile:1
# docs/start/install.md, Containers

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin waybill \
 && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /build/dist/waybill /usr/local/bin/waybill
COPY --from=build /build/dist/THIRD-PARTY-LICENSES.txt /usr/share/doc/waybill/
COPY LICENSE /usr/share/doc/waybill/
ENV WAYBILL_HOST=0.0.0.0 WAYBILL_DATA=/data
WORKDIR /data
VOLUME /data
EXPOSE 3000
USER 10001:10001
STOPSIGNAL SIGTERM
# The image has no program that makes requests but the runtime inside the executable.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["/usr/bin/env", "BUN_BE_BUN=1", "waybill", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.WAYBILL_PORT || 3000}/healthz`)).ok ? 0 : 1)"]
ENTRYPOINT ["waybill"]
CMD ["serve"]
