# One image for the API, the jobs, the sandbox and the migrations; compose says which process a container runs.
# Debian 12 has glibc 2.36: enough for the Node 20 binary of uWebSockets.js, too old for its Node 22 one.
FROM node:20-bookworm-slim

ENV NODE_ENV=production UWS_HTTP_MAX_HEADERS_SIZE=16384
WORKDIR /app

COPY package.json package-lock.json .npmrc ./
# The embedded engine is left out: a container talks to a ClickHouse server.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@chdb && npm cache clean --force

COPY . .
RUN node scripts/build.js built
USER node
EXPOSE 8080
CMD ["node", "--enable-source-maps", "built/api.js"]
