import { Button } from "@/components/ui/button";

type Consent = { scopes: string[]; account: string };

const sentences: Record<string, string> = {
	openid: "Know who you are here",
	profile: "See your name and picture",
	email: "See your email address",
	offline_access: "Stay connected while you are away",
};

/** What another company's application asks for, and the two answers. */
export function ConsentForm({ uid, application, consent }: { uid: string; application: string; consent: Consent }) {
	return (
		<form action={`/login/${encodeURIComponent(uid)}/consent`} method="post" className="grid gap-4">
			<p className="text-sm">
				You are signed in as <strong>{consent.account}</strong>. {application} belongs to another company and asks to:
			</p>
			<ul className="grid list-disc gap-1 pl-5 text-sm">
				{consent.scopes.map((scope) => (
					<li key={scope}>
						{sentences[scope] ?? (
							<>
								Use an API for you: <code className="break-all">{scope}</code>
							</>
						)}
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3">
				<Button variant="primary" name="decision" value="allow">
					Allow
				</Button>
				<Button name="decision" value="deny">
					Do not allow
				</Button>
			</div>
		</form>
	);
}
