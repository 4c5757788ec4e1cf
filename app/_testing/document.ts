import { builtinEnvironments, type Environment } from "vitest/runtime";

const { "happy-dom": happyDom } = builtinEnvironments;
let isOpen = false;

/**
 * The document of tests that render components: one for all files of a process, so that the modules that they share,
 * which keep it, are loaded once.
 */
export default {
	...happyDom,
	name: "document",
	async setup(global, options) {
		if (!isOpen) await happyDom.setup(global, options);
		isOpen = true;
		return { teardown() {} };
	},
} satisfies Environment;
