import { certificateState } from "@/app/_certificates/certificate-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { fullAccess } from "../_edit/access";
import type { ConnectionContent } from "../_edit/connection-editor";
import { certificateInWords } from "./connection-state";

type ProviderFactsProps = {
	content: ConnectionContent;
	/** Whether the sign-in page shows a button for it; null: the tenant leaves that out. */
	isShown: boolean | null;
	clock: Clock;
};

/** A summary of the connection beside the form. */
export function ProviderFacts({ content, isShown, clock: { now, timeZone } }: ProviderFactsProps) {
	const { clients, isProviderInitiated, access = fullAccess } = content;
	const certificate = certificateInWords(certificateState(content.signingCert, now), timeZone);
	const isOff = access.clients === "edited" && clients.length === 0;
	return (
		<Section title="Facts">
			<Facts isStacked>
				<Fact term="Applications">{applicationsInWords(content)}</Fact>
				{access.basics === "edited" ? (
					<>
						<Fact term="Signing certificate">{access.options === "unread" ? "not known" : certificate.text}</Fact>
						<Fact term="Button on the sign-in page">
							{isShown === null ? "not known" : buttonInWords(isShown, isOff)}
						</Fact>
						<Fact term="Sign-ins begin">
							{access.options === "unread"
								? "not known"
								: isProviderInitiated
									? "at the applications and at the provider"
									: "at the applications"}
						</Fact>
					</>
				) : null}
			</Facts>
		</Section>
	);
}

function buttonInWords(isShown: boolean, isOff: boolean): string {
	if (!isShown) return "hidden";
	return isOff ? "hidden while it is off" : "shown while it is on";
}

function applicationsInWords({ clients, access = fullAccess }: ConnectionContent) {
	if (access.clients === "unread") return "not known";
	if (access.clients === "shown") return `more than ${clients.length}`;
	return clients.length === 0 ? "none: it is off" : clients.length;
}
