import { PageLink } from "@/components/layout/links";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { contentOf } from "../_edit/add-ons";
import { reasonAgainst, singleSignOnState } from "./single-sign-on-state";

/** On the application's page: the state of SAML and WS-Federation, with a link to their settings. */
export async function SingleSignOnSection({ id }: { id: string }) {
	const { value, problem } = await outcomeOf(getFederatedApplication(id), "application").then((outcome) =>
		outcome.problem ? { value: null, problem: outcome.problem } : { value: outcome.value, problem: null },
	);
	const content = value && contentOf(value);
	const reason = value && content?.protocol === "off" ? reasonAgainst(value) : null;
	return (
		<>
			<p className="text-sm">
				{content ? singleSignOnState(content) : `It can't be read just now: ${problem?.title}.`}
			</p>
			{reason ? <p className="text-sm text-muted">{reason}</p> : null}
			{reason ? null : (
				<p className="text-sm">
					<PageLink href={`/applications/${encodeURIComponent(id)}/single-sign-on`} className="text-accent underline">
						SAML and WS-Federation
					</PageLink>
				</p>
			)}
		</>
	);
}
