import { Alert } from "@/components/ui/alert";

type RequestedNoticeProps = {
	/** "The session", "All refresh tokens". */
	what: string;
	/** What happens to it: "end", "be revoked". */
	verb: string;
	done: string;
	/** The service still lists it. */
	isLeft: boolean;
};

/** After an end was requested, which may take effect later: whether it has. */
export function RequestedNotice({ what, verb, done, isLeft }: RequestedNoticeProps) {
	if (!isLeft) return <Alert tone="success" title={`${done}.`} />;
	return (
		<Alert tone="warning" title="Requested">
			<p>
				{what} will {verb} in a moment. Until then the service still lists it.
			</p>
		</Alert>
	);
}
