/** @type {import("next").NextConfig} */
const config = {
	// Paths with a trailing slash are not redirected: they are found as requested, or are a 404.
	skipTrailingSlashRedirect: true,
	serverExternalPackages: ["oidc-provider", "pg", "pino"],
	generateBuildId: () => process.env.BUILD_ID || null,
	poweredByHeader: false,
	// The server does (lib/server/handler.ts).
	compress: false,
	// The former path of the page of one's own sessions.
	redirects: async () => [{ source: "/sessions", destination: "/your-sessions", permanent: false }],
	reactStrictMode: true,
	// `npm test` checks types, also of tests and scripts; a first start does not wait for that.
	typescript: { ignoreBuildErrors: true },
	images: { unoptimized: true },
	devIndicators: false,
	// The guides are rendered at build time, so that neither they nor the Markdown parser is part of what runs.
	turbopack: { rules: { "*.md": { loaders: ["./lib/guides/guide-loader.ts"], as: "*.js" } } },
	experimental: {
		// A page's modules are loaded by its first request, not at the start.
		preloadEntriesOnStart: false,
		serverActions: { bodySizeLimit: "512kb" },
		// Scripts of all pages are in one file: fewer requests on a slow network, and 2 KB less to send.
		turbopackChunking: {
			firstPageLoadPriority: 1,
			requestCost: 5_000_000,
			minChunkSize: 1_000_000,
			maxMergeChunkSize: 2_000_000,
		},
	},
};

export default config;
