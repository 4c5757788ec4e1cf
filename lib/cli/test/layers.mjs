// What a module may import besides its own files, and in which order the folders inside a module depend on each other.
// The linter refuses all else, by layers.grit, which `npx vitest run layers -u` generates from this table.

/**
 * Module (a folder, or a file at the top) → modules, files and packages; `*` stands for any path. A module inside of
 * another one has only the rules of its own line.
 * @type {Record<string, { may: string[], tests?: string[] }>} only its tests may import `tests`
 */
export const MODULES = {
	"lib/contract": { may: ["zod"] },
	"lib/process": { may: ["node:async_hooks"] },
	"lib/network": { may: ["node:http", "node:net"] },
	"lib/der": { may: [] },
	"lib/secrets": { may: ["node:*", "jose"] },
	"lib/xml": { may: ["node:*", "@xmldom/xmldom", "xml-crypto"] },
	"lib/database": { may: ["node:*", "kysely", "kysely/migration", "pg"] },
	// Other implementations of mobile driving licences are for its tests.
	"lib/mdoc": { may: ["lib/der/*", "node:crypto"], tests: ["@auth0/mdl", "@hpke/core", "@owf/mdoc", "cborg", "dcql"] },
	"lib/guides": { may: ["docs/guides/*.md", "markdown-it"] },
	"lib/server": {
		may: ["lib/contract/service-paths.ts", "lib/network/*", "lib/process/*", "node:*", "compression", "next", "undici"],
	},
	// The service: a request in, a response out, without Next, React or the dashboard.
	"lib/identity-service": {
		may: [
			...["lib/contract/*", "lib/database/*", "lib/der/*", "lib/network/*", "lib/process/*", "lib/secrets/*"],
			...["lib/xml/*", "node:*", "@node-saml/node-saml", "@zxcvbn-ts/language-common", "fetch-to-node"],
			...["jose", "kysely", "kysely/migration", "oidc-provider", "zod"],
		],
		tests: ["ajv/*", "pg"],
	},
	// The dashboard calls the service over HTTP only.
	"lib/dashboard": {
		may: [
			...["lib/contract/*", "lib/database/*", "lib/mdoc/*", "lib/network/*", "lib/process/*", "lib/secrets/*"],
			...["lib/xml/*", "node:*", "jose", "kysely", "kysely/migration", "next-auth", "next-auth/jwt", "next/*"],
			...["pino", "react", "server-only", "yauzl", "yazl", "zod"],
		],
		tests: ["@xmldom/xmldom", "standardwebhooks"],
	},
	app: {
		may: [
			...["components/*", "docs/guides/*.md", "lib/contract/*", "lib/dashboard/*", "lib/guides/guide"],
			...["node:crypto", "node:timers/promises", "@tanstack/react-query", "next", "next/*", "react"],
			...["react-hook-form", "server-only", "zod"],
		],
		// The snippets to copy import the last two.
		tests: [
			"lib/guides/*",
			"@testing-library/react",
			"happy-dom",
			"react-dom/server",
			"react/jsx-runtime",
			"vitest/runtime",
			"@hpke/core",
			"@owf/mdoc",
		],
	},
	// Props in, events out: no domain.
	components: {
		may: ["next/headers", "next/link", "next/navigation", "react", "react-dom"],
		tests: ["@testing-library/react", "react-dom/server"],
	},
	// The start imports the service by a pattern, so that the dashboard builds without it.
	"instrumentation.ts": { may: ["lib/dashboard/*", "lib/process/*"] },
	// The commands run before anything is installed; `npm start` serves in its own process then.
	"lib/cli": { may: ["lib/server/main.ts", "lib/testing/*", "node:*"] },
	"lib/testing": {
		may: [
			...[
				"node:*",
				"@peculiar/x509",
				"fast-check",
				"next/navigation.js",
				"next/server.js",
				"reflect-metadata",
				"vitest",
			],
			"vitest/node",
		],
	},
	// A browser and HTTP, by Playwright and client libraries; and who may do what, which is written once.
	e2e: {
		may: [
			...[
				"lib/dashboard/session/permissions",
				"lib/testing/*",
				"node:*",
				"@auth0/auth0-spa-js",
				"@auth0/mdl",
				"@axa-fr/oidc-client",
				"@hpke/core",
			],
			...["@node-saml/node-saml", "@owf/mdoc", "@playwright/test", "@sparticuz/chromium"],
			...["@testing-library/dom", "auth0/*", "axe-core", "happy-dom", "oauth4webapi", "oidc-client-ts"],
			...["openid-client", "saml20"],
		],
	},
	"e2e/old-versions": { may: ["e2e/*", "lib/cli/test/postgres", "node:*"] },
	"e2e/bench": { may: ["e2e/browser/*", "lib/cli/*", "node:*", "@playwright/test"] },
};

/** What the tests of every module may import besides. */
export const TEST_TOOLS = ["lib/testing/*", "node:*", "fast-check", "vitest", "vitest/node"];

/** These run without a build, and so without an alias for paths: they import other modules by relative paths. */
export const WITHOUT_ALIAS = ["lib/server", "lib/cli", "e2e/bench", "instrumentation.ts"];

/**
 * Module → its layers, from the bottom up: the files of a folder, or a file at the top of the module, import only from
 * layers below their own. A folder stands for its own files; folders inside it are named too. Tests are exempt.
 * @type {Record<string, string[][]>}
 */
export const LAYERS = {
	"lib/identity-service": [
		["http"],
		["store"],
		["keys"],
		["context"],
		["pages", "clients"],
		["log"],
		["sessions"],
		["oidc", "messages"],
		["connections"],
		["passwords", "delegation", "identity-provider", "management"],
		["passwordless", "saml", "management/clients"],
		["login", "ws-federation", "management/connections"],
		["accounts"],
		["connections/response"],
		["connections/logout"],
		["connections/sign-in", "logout"],
		["sample-provider"],
		["sample-tenant"],
		["open-service-parts.ts", "endpoints.ts", "provider-parts.ts"],
		["expiry.ts"],
		["handle-request.ts", "open-identity-service.ts", "admin-command.ts", "rotate-secrets.ts"],
		["start.ts"],
	],
};

/**
 * Folder → where it is registered: the other folders and files of its module that may import it. All others get along
 * without it. Tests are exempt.
 * @type {Record<string, string[]>}
 */
export const REGISTERED = {
	"lib/identity-service/sample-provider": ["sample-tenant", "endpoints.ts"],
	"lib/identity-service/sample-tenant": ["open-service-parts.ts"],
};
