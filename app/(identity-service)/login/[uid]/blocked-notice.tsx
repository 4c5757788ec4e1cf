/** Instead of the form: more attempts would only be refused. Waiting unblocks, nothing else does. */
export function BlockedNotice({ uid, email }: { uid: string; email: string }) {
	return (
		<>
			<div role="alert" className="grid gap-3 text-sm">
				<p>
					There were too many failed attempts{email ? <> to sign in as {email}</> : null} from your network address.
					Further attempts are refused, with the right password too.
				</p>
				<p>
					The block ends by itself 15 minutes after the last failed attempt. If the attempts were not yours, somebody
					may be guessing your password: tell your administrator.
				</p>
			</div>
			<a href={`/login/${encodeURIComponent(uid)}?way=password`} className="text-sm text-accent underline">
				Try again, or use another account
			</a>
		</>
	);
}
