import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { type LoginRetry, loginProblems } from "./login-retry";

/** A native form: it works the same with and without scripts. */
export function LoginForm({ uid, retry, offersCode }: { uid: string; retry: LoginRetry; offersCode: boolean }) {
	const page = `/login/${encodeURIComponent(uid)}`;
	return (
		<form action={`${page}/continue`} method="post" className="grid gap-4">
			{retry.problem ? <Alert tone="error">{loginProblems[retry.problem]}</Alert> : null}
			<TextField
				label="Email"
				name="email"
				type="email"
				autoComplete="username"
				autoCapitalize="none"
				spellCheck={false}
				defaultValue={retry.email}
			/>
			<TextField label="Password" name="password" type="password" autoComplete="current-password" />
			<Button variant="primary">Continue</Button>
			{offersCode ? (
				<a href={`${page}?way=code`} className="text-center text-sm text-accent underline">
					Sign in with a one-time code instead
				</a>
			) : null}
		</form>
	);
}
