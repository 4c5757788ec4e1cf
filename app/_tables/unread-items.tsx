import { Alert } from "@/components/ui/alert";

type UnreadItemsProps = {
	count: number;
	/** One of them, within a sentence: "application". */
	what: string;
	/** Entries beside these that could not be read. */
	unreadable: number;
};

/** Items that a list lacks, because the response for each of them alone is too large, or of a form that is not known. */
export function UnreadItems({ count, what, unreadable }: UnreadItemsProps) {
	return (
		<>
			{count > 0 ? (
				<Alert tone="warning" title={count === 1 ? `One ${what} is not listed` : `${count} ${what}s are not listed`}>
					{count === 1 ? "It is" : "Each is"} larger than this console reads (1 MB).
				</Alert>
			) : null}
			<UnreadableRows count={unreadable} />
		</>
	);
}

/** Entries of a list that can't be shown: without a usable ID there is no page that they could lead to. */
export function UnreadableRows({ count }: { count: number }) {
	if (!count) return null;
	return (
		<Alert tone="warning" title={`${count} ${count === 1 ? "entry" : "entries"} could not be read`}>
			The tenant lists {count === 1 ? "it" : "them"} in an unknown form, without a usable ID.
		</Alert>
	);
}
