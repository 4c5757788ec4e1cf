/** For a response that no test of this console waits for. */
export const NO_PENDING_TEST =
	"No test is waiting for it: the test has its response, began more than ten minutes ago, or never began. Start it again.";
