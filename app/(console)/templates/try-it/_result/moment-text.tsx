/** A moment in UTC, which is what licences and certificates are written in. @param moment ISO 8601 UTC */
export function MomentText({ moment }: { moment: string }) {
	return (
		<time dateTime={moment} className="whitespace-nowrap tabular-nums">
			{moment.slice(0, 10)} {moment.slice(11, 16)} UTC
		</time>
	);
}
