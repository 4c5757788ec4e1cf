import { registerHooks } from "node:module";

const ROOT = new URL("../../../", import.meta.url);
const HAS_EXTENSION = /\.(m?[jt]s|json)$/;

/**
 * Loads a TypeScript file of this project into a process of plain Node. Node strips the types itself; the alias of
 * tsconfig.json and names without an extension are resolved as the bundler does.
 * @param {string} file under the project's root
 * @returns {Promise<Record<string, any>>} what the file exports
 */
export function loadTypeScript(file) {
	registerHooks({
		resolve(specifier, context, next) {
			if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
			const path = specifier.startsWith("@/") ? new URL(specifier.slice(2), ROOT).href : specifier;
			const isOurs = /^(\.|file:)/.test(path) && !context.parentURL?.includes("/node_modules/");
			return next(isOurs && !HAS_EXTENSION.test(path) ? `${path}.ts` : path, context);
		},
	});
	// biome-ignore lint/plugin: no import of this room, the file is what a test or a command asked for.
	return import(new URL(file, ROOT).href);
}
