import { Button } from "@/components/ui/button";

/** Sends the browser to the tenant as the application would. A native form: it works without scripts. */
export function BeginTest({ id, address, requester }: { id: string; address: string; requester: string }) {
	return (
		<form method="post" action="/sign-in-test/start" className="grid justify-items-start gap-3 text-sm">
			<input type="hidden" name="applicationId" value={id} />
			<p>
				The browser goes to the tenant, signs in there, and comes back with the answer to{" "}
				<code className="text-xs">{address}</code>. The answer is about whoever signs in, is shown to you alone and
				once, and is deleted then. It is asked for by the name <code className="text-xs">{requester}</code>.
			</p>
			<label className="flex min-h-6 items-start gap-2.5">
				<input type="checkbox" name="asksForCredentials" className="mt-0.5 size-4 shrink-0" />
				<span>Ask for credentials even where this browser is signed in</span>
			</label>
			<Button variant="primary">Test sign-in</Button>
		</form>
	);
}
