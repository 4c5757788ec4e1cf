import { NotReadAgain, ReadOnlyNotice, ResponseNotes } from "@/app/_forms/page-notices";
import { Notices } from "@/components/ui/notices";
import type { Reach } from "@/lib/dashboard/management/applications/protection";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Role } from "@/lib/dashboard/session/session";

type ApplicationNoticesProps = {
	/** Why the application could not be read again. */
	problem: Problem | undefined;
	/** Null where it is not known. */
	reach: Reach | null;
	role: Role;
};

/** What is to be known before anything of an application is changed. */
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
