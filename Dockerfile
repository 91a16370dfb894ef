# One image for the API, the jobs, the sandbox, the migrations and the backups; compose says which process a container runs.
# Debian 12 has glibc 2.36: enough for the Node 20 binary of uWebSockets.js, too old for its Node 22 one.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded engine is left out: a container talks to a ClickHouse server.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@chdb \
  && npm cache clean --force
COPY . .
RUN node scripts/deploy/make-sbom.js > sbom.cdx.json && node scripts/build.js built

# What runs: the built programs, their packages, and the files that they read by name.
FROM node:20-bookworm-slim
ENV NODE_ENV=production UWS_HTTP_MAX_HEADERS_SIZE=16384
WORKDIR /app
COPY --from=build /app/package.json /app/sbom.cdx.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/schema ./schema
COPY --from=build /app/docs ./docs
COPY --from=build /app/built ./built
USER node
EXPOSE 8080
# Of the API; other processes are asked otherwise, as compose does. HTTP/1.1: uWebSockets.js answers 505 to 1.0.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=12 CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "built/api.js"]
