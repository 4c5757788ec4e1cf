import { Alert } from "@/components/ui/alert";

export const SHOWN_ALREADY =
	"It was shown already, or more than ten minutes have passed. A response is shown once and then deleted: start the test again.";
export const OF_SOMEBODY_ELSE =
	"Someone else started this test. The response was deleted unread: start your own test, and tell a colleague who sent you here.";

/** In place of the result of a test. */
export function Refused({ words }: { words: string }) {
	return (
		<Alert tone="warning" title="This response can't be shown">
			<p>{words}</p>
		</Alert>
	);
}
