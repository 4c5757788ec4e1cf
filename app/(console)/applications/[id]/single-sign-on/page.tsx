import { nameInWords } from "@/components/ui/invisible-characters";
import { nameOrId } from "@/lib/contract/name-or-id";
import "../../_single-sign-on/single-sign-on-form.css";
import type { Metadata } from "next";
import { certificateFacts } from "@/app/_certificates/tenant-certificates";
import { historyOf } from "@/app/_history/history";
import { HISTORY_SECTION } from "@/app/_history/history-list";
import { EditedNotices } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { ButtonLink, NameLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Sections } from "@/components/layout/sections";
import { Notices } from "@/components/ui/notices";
import { dashboardConfig } from "@/lib/dashboard/config";
import { withReach } from "@/lib/dashboard/management/applications/protection";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { formPage, pageClock, pageReader } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { contentOf } from "../../_edit/add-ons";
import { applicationEditors } from "../../_edit/application-save";
import { isOn } from "../../_edit/protocol";
import { ServiceProviderSetup, setupSections } from "../../_single-sign-on/service-provider-setup";
import { SingleSignOnForm } from "../../_single-sign-on/single-sign-on-form";
import { singleSignOnSave } from "../../_single-sign-on/single-sign-on-save";
import { formSections, reasonAgainst } from "../../_single-sign-on/single-sign-on-state";

type Props = PageProps<"/applications/[id]/single-sign-on">;

const readEditedApplication = pageReader(
	async (id) => withReach(await getFederatedApplication(id)),
	"application",
	singleSignOnSave.submitted,
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	const { outcome } = await readEditedApplication(decodeURIComponent((await params).id));
	const name = outcome.problem ? null : outcome.value.application.name;
	return { title: name ? `${nameInWords(name)} · Single sign-on · Applications` : "Single sign-on" };
}

export default async function SingleSignOnPage({ params }: Props) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("application", id);
	const session = await requirePageSession(`${path}/single-sign-on`);
	const { outcome, submitted } = await readEditedApplication(id);
	if (outcome.problem && !submitted)
		return <Unread what="application" id={id} title="Single sign-on" problem={outcome.problem} />;
	const { application, reach } = outcome.problem ? { application: { client_id: id }, reach: null } : outcome.value;
	const isAllowed = may(session.role, "changeApplications");
	const isChangeable = isAllowed && reach?.protection === null && canUse(session.role, "patch_clients_by_id");
	const baseline = submitted ?? contentOf(application);
	const reason = outcome.problem ? null : reasonAgainst(outcome.value.application);
	const { protocol, signingCert } = baseline;
	const clock = await pageClock();
	const hasSetup = isOn(protocol) && !outcome.problem;
	return (
		<>
			<PageHeader
				title="Single sign-on"
				actions={hasSetup ? <ButtonLink href={`${path}/single-sign-on/test`}>Test sign-in</ButtonLink> : null}
			>
				<p>
					By SAML 2.0 or WS-Federation to{" "}
					<NameLink href={path} className="text-accent underline" name={nameOrId(application.name, id)} />
				</p>
			</PageHeader>
			<Notices>
				<EditedNotices
					problem={outcome.problem}
					protection={reach?.protection}
					role={session.role}
					write="patch_clients_by_id"
				/>
			</Notices>
			{reason && protocol === "off" ? (
				<p className="max-w-prose text-sm">{reason}</p>
			) : (
				<div className="single-sign-on">
					<Sections
						jumps={[...Object.values(formSections), HISTORY_SECTION, ...(hasSetup ? Object.values(setupSections) : [])]}
					>
						<SingleSignOnForm
							id={id}
							baseline={baseline}
							canWrite={submitted ? isAllowed : isChangeable}
							{...formPage(session.subject, clock)}
							isEmbedded={dashboardConfig().tenant.embedded}
							certificateFacts={certificateFacts(signingCert, "application", clock)}
							history={await historyOf(applicationEditors, "application", id)}
						/>
						{hasSetup ? <ServiceProviderSetup id={id} saved={{ ...baseline, protocol }} /> : null}
					</Sections>
				</div>
			)}
		</>
	);
}
