import { Alert } from "@/components/ui/alert";
import type { ConnectionState } from "./connection-state";

/** What the connection does at present; what somebody has to see to stands out. */
export function StateLine({ state: { tone, text } }: { state: ConnectionState }) {
	if (tone === "danger" || tone === "warning") {
		return (
			<Alert tone={tone === "danger" ? "error" : "warning"}>
				<p>{text}</p>
			</Alert>
		);
	}
	return <p className="text-sm font-medium">{text}</p>;
}
