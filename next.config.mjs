/** @type {import("next").NextConfig} */
const config = {
	// Addresses with a slash at their end are not redirected: whatever is asked for is found, or is not.
	skipTrailingSlashRedirect: true,
	serverExternalPackages: ["oidc-provider", "libsql", "pg", "pino"],
	generateBuildId: () => process.env.BUILD_ID || null,
	poweredByHeader: false,
	// Where the page of one's own sessions was once.
	redirects: async () => [{ source: "/sessions", destination: "/your-sessions", permanent: false }],
	reactStrictMode: true,
	// `npm test` checks them, those of tests and scripts too; a first start need not wait for it.
	typescript: { ignoreBuildErrors: true },
	images: { unoptimized: true },
	devIndicators: false,
	// The guides come rendered, so that neither they nor what reads Markdown is part of what runs.
	turbopack: { rules: { "*.md": { loaders: ["./lib/guides/guide-loader.ts"], as: "*.js" } } },
	experimental: {
		// The first view of a page loads what that page needs, and a start waits for no page.
		preloadEntriesOnStart: false,
		serverActions: { bodySizeLimit: "512kb" },
		// What all pages need comes in one file: fewer requests on a slow network, and 2 KB less to send.
		turbopackChunking: {
			firstPageLoadPriority: 1,
			requestCost: 5_000_000,
			minChunkSize: 1_000_000,
			maxMergeChunkSize: 2_000_000,
		},
	},
};

export default config;
