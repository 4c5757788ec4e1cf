import { NotReadAgain, ReadOnlyNotice, ResponseNotes } from "@/app/_forms/page-notices";
import { Notices } from "@/components/ui/notices";
import type { Reach } from "@/lib/dashboard/management/applications/protection";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Role } from "@/lib/dashboard/session/permissions";

type ApplicationNoticesProps = {
	/** Why the application could not be read again. */
	problem: Problem | undefined;
	/** Null where it is unknown. */
	reach: Reach | null;
	role: Role;
};

/** Notices above an application's form: why it can't be changed, or was not read again. */
export function ApplicationNotices({ problem, reach, role }: ApplicationNoticesProps) {
	return (
		<Notices>
			{problem ? <NotReadAgain problem={problem} /> : <ResponseNotes />}
			{reach ? (
				<ReadOnlyNotice what="application" role={role} protection={reach.protection} write="patch_clients_by_id" />
			) : null}
		</Notices>
	);
}
