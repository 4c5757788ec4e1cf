import { Alert } from "@/components/ui/alert";
import { protectionInWords } from "@/lib/dashboard/management/applications/protection-in-words";
import { lackedScopes } from "@/lib/dashboard/management/connection/lacked-scopes";

/** Why an editor can't change what is shown. Of what a viewer can't do nothing is said: they know. */
export function ReadOnlyNotice({ isOwn, isEditor }: { isOwn: boolean; isEditor: boolean }) {
	if (!isEditor) return null;
	const lacked = lackedScopes("patch_connections_by_id");
	const reason = isOwn
		? protectionInWords({ kind: "console-connection" })
		: `The tenant has not granted this console ${lacked.join(" or ")}.`;
	return isOwn || lacked.length > 0 ? (
		<Alert tone="info" title="This connection is read-only here">
			<p>{reason}</p>
		</Alert>
	) : null;
}
