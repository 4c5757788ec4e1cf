/** For a response that no test of this console waits for. */
export const NO_PENDING_TEST =
	"No test of this console waits for it: it has its response already, began more than ten minutes ago, or never began. Start the test again.";
