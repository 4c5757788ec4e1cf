import { Alert } from "@/components/ui/alert";
import type { Reach } from "@/lib/dashboard/management/applications/protection";
import { protectionInWords } from "@/lib/dashboard/management/applications/protection-in-words";
import { lackedScopes } from "@/lib/dashboard/management/connection/lacked-scopes";

/** Why an editor can't change what is shown. Of what a viewer can't do nothing is said: they know. */
export function ReadOnlyNotice({ reach, isEditor }: { reach: Reach | null; isEditor: boolean }) {
	if (!isEditor || !reach) return null;
	if (reach.protection) {
		return (
			<Alert tone="info" title="This application is read-only here">
				<p>{protectionInWords(reach.protection)}</p>
			</Alert>
		);
	}
	const lacked = lackedScopes("patch_clients_by_id");
	return lacked.length === 0 ? null : (
		<Alert tone="info" title="This application is read-only here">
			<p>The tenant has not granted this console {lacked.join(" or ")}.</p>
		</Alert>
	);
}
