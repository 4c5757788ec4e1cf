import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { personName } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-trail";
import { writeEntry, writesOfResource } from "@/lib/dashboard/resources/writes";

/** Of one template, with tries that failed. */
const WRITES_MAX = 10;

type ChangedHereProps = {
	/** Of the template. */
	id: string;
	/** When it was proposed, or proposed again. */
	since: string;
	clock: Clock;
};

/** Who changed or deleted a template last, where that was through this console since it was proposed. */
export async function ChangedHere({ id, since, clock }: ChangedHereProps) {
	const writes = await auditOfTarget(writesOfResource("template"), id, WRITES_MAX);
	const last = writes.find(({ outcome, at }) => outcome === "done" && at >= since);
	if (!last) return null;
	return (
		<p className="text-muted">
			{writeEntry(last.operation)?.isDelete ? "Deleted" : "Last changed"} by{" "}
			<Name title={nameInWords(last.person)} text={personName(last)} />, <TimeText value={last.at} clock={clock} />
		</p>
	);
}
