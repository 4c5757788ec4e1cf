import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { type LoginRetry, loginProblems } from "./login-retry";

/** Asks for an address or number first, then for the code that was sent to it. Native forms, with or without scripts. */
export function CodeForm({ uid, retry }: { uid: string; retry: LoginRetry }) {
	const page = `/login/${encodeURIComponent(uid)}`;
	return (
		<>
			<form action={`${page}/code`} method="post" className="grid gap-4">
				{retry.problem ? <Alert tone="error">{loginProblems[retry.problem]}</Alert> : null}
				{retry.codeSent ? (
					<>
						{retry.problem ? null : (
							<Alert tone="info">If {retry.email} belongs to an account, a code is on its way to it.</Alert>
						)}
						<input type="hidden" name="destination" value={retry.email} />
						<TextField
							label="Verification code"
							description="Six digits, good for five minutes and three attempts."
							name="code"
							inputMode="numeric"
							autoComplete="one-time-code"
							required
						/>
						<Button variant="primary">Continue</Button>
					</>
				) : (
					<>
						<TextField
							label="Email or phone number"
							name="destination"
							autoComplete="username"
							autoCapitalize="none"
							spellCheck={false}
							defaultValue={retry.email}
						/>
						<Button variant="primary">Send code</Button>
					</>
				)}
			</form>
			{retry.codeSent ? (
				<form action={`${page}/code`} method="post" className="grid">
					<input type="hidden" name="destination" value={retry.email} />
					<Button variant="quiet">Send a new code</Button>
				</form>
			) : null}
			<a href={page} className="text-center text-sm text-accent underline">
				Sign in with a password instead
			</a>
		</>
	);
}
