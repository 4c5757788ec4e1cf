// Loaded with `--import`, lets plain Node run TypeScript of this project. Node strips the types itself; the alias of
// tsconfig.json and names without an extension are resolved as the bundler does.
import { registerHooks } from "node:module";

const ROOT = new URL("../../../", import.meta.url);
const HAS_EXTENSION = /\.(m?[jt]s|json)$/;

registerHooks({
	resolve(specifier, context, next) {
		if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
		// There is no request in it, as in other tests (vitest.config.mjs).
		if (specifier === "next/headers") return next(new URL("lib/dashboard/testing/next-headers.ts", ROOT).href, context);
		// Next's files are found without an extension by bundlers alone.
		if (/^next\/\w+$/.test(specifier)) return next(`${specifier}.js`, context);
		const path = specifier.startsWith("@/") ? new URL(specifier.slice(2), ROOT).href : specifier;
		const isOurs = /^(\.|file:)/.test(path) && !context.parentURL?.includes("/node_modules/");
		return next(isOurs && !HAS_EXTENSION.test(path) ? `${path}.ts` : path, context);
	},
});
