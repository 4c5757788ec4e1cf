const securityHeaders = [
	{ key: "X-Content-Type-Options", value: "nosniff" },
	{ key: "Referrer-Policy", value: "same-origin" },
	{ key: "Cross-Origin-Opener-Policy", value: "same-origin" },
	{ key: "X-Frame-Options", value: "DENY" },
];

/** @type {import("next").NextConfig} */
const config = {
	// The token endpoint answers with and without a trailing slash; a redirect would break strict clients.
	skipTrailingSlashRedirect: true,
	// Else redirects between names of the loopback become relative, and lead nowhere.
	skipProxyUrlNormalize: true,
	serverExternalPackages: ["oidc-provider", "libsql", "pg", "pino"],
	generateBuildId: () => process.env.BUILD_ID || null,
	poweredByHeader: false,
	reactStrictMode: true,
	images: { unoptimized: true },
	devIndicators: false,
	// The proxy keeps a copy of every body before a handler counts it: no more than the largest that anybody reads.
	experimental: { proxyClientMaxBodySize: "512kb", serverActions: { bodySizeLimit: "512kb" } },
	async headers() {
		return [{ source: "/:path*", headers: securityHeaders }];
	},
};

export default config;
