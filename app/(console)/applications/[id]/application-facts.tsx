import { Fact, Facts } from "@/components/ui/facts";
import type { Application } from "@/lib/contract/client/application";
import { methodOf } from "../_snippets/shell";
import { authMethodLabel } from "../application-labels";

/** What is set elsewhere, or follows from what the application is. */
export function ApplicationFacts({ application }: { application: Application }) {
	const { compliance_level: level, is_first_party: isOwn } = application;
	return (
		<Facts>
			<Fact term="Authenticates with">{authMethodLabel(methodOf(application))}</Fact>
			<Fact term="FAPI 2.0">{level && level !== "none" ? <code>{level}</code> : "no"}</Fact>
			<Fact term="Pushed requests">{yesOrNo(application.require_pushed_authorization_requests, "needed")}</Fact>
			<Fact term="Proof of its key">{yesOrNo(application.require_proof_of_possession, "needed")}</Fact>
			<Fact term="Whose">{isOwn === false ? "another company’s: people are asked for consent" : "your own"}</Fact>
		</Facts>
	);
}

function yesOrNo(value: boolean | null | undefined, yes: string): string {
	return value ? yes : `not ${yes}`;
}
