/** Something the person at the terminal can put right: shown as its message alone, without a stack. */
export class CommandError extends Error {}

/**
 * Runs a command's main function and turns what it throws into a message and exit code 1.
 * @param {() => Promise<void> | void} main
 */
export function runMain(main) {
	toItsEnd(main).catch((error) => {
		console.error(error instanceof CommandError ? error.message : error);
		process.exit(1);
	});
}

/** @param {() => Promise<void> | void} main */
async function toItsEnd(main) {
	await main();
}
