import { Button } from "@/components/ui/button";

/** The field that asks for a sign-in even with a session at the tenant. */
export const ASKS_FOR_CREDENTIALS = "asksForCredentials";

/** The end of a form that begins a test. */
export function TestSignIn() {
	return (
		<>
			<label className="flex min-h-6 items-start gap-2.5">
				<input type="checkbox" name={ASKS_FOR_CREDENTIALS} className="mt-0.5 size-4 shrink-0" />
				<span>Ask for credentials even if this browser is signed in</span>
			</label>
			<Button variant="primary">Test sign-in</Button>
		</>
	);
}
