# Not built on the machine where it was written, which has no container engine: its steps were carried out in a copied
# folder, and the product was started from what they left. See docs/guides/operator.md, "Containers".

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# The same build as that of `npm start`: equal sources give equal names of pages and actions on every machine.
RUN node -e "import('./lib/cli/prepare/prepare.mjs').then(({ prepare }) => prepare({ build: true }))" \
	&& npm prune --omit=dev \
	&& rm -rf .next/cache node_modules/.cache

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=32768
COPY --from=build /app/package.json /app/package-lock.json /app/next.config.mjs ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY --from=build /app/public ./public
COPY --from=build /app/lib ./lib
# What the product writes: its data, and the lock and cache of its commands. All else belongs to root.
RUN install -d -m 0700 -o node -g node /data && install -d -o node -g node .next/cache node_modules/.cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=30s --start-period=60s --retries=3 \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=640", "lib/server/main.ts"]
