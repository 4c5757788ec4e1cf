import { nameInWords } from "@/components/ui/invisible-characters";
import "../../_single-sign-on/single-sign-on-form.css";
import type { Metadata } from "next";
import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { historyOf } from "@/app/_editor/history";
import { HISTORY_SECTION } from "@/app/_editor/history-list";
import { EditedNotices } from "@/app/_forms/page-notices";
import { Unread } from "@/app/_forms/unread";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Sections } from "@/components/layout/sections";
import { buttonClass } from "@/components/ui/button";
import { Notices } from "@/components/ui/notices";
import { dashboardConfig } from "@/lib/dashboard/config";
import { withReach } from "@/lib/dashboard/management/applications/protection";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageClock, pageReader } from "@/lib/dashboard/request/page";
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

type PageProps = { params: Promise<{ id: string }> };

const readEditedApplication = pageReader(
	async (id) => withReach(await getFederatedApplication(id)),
	"application",
	singleSignOnSave.submitted,
);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const { outcome } = await readEditedApplication(decodeURIComponent((await params).id));
	const name = outcome.problem ? null : outcome.value.application.name;
	return { title: name ? `Single sign-on · ${nameInWords(name)} · Applications` : "Single sign-on" };
}

export default async function SingleSignOnPage({ params }: PageProps) {
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
	const { now, timeZone } = await pageClock();
	const hasSetup = isOn(protocol) && !outcome.problem;
	return (
		<>
			<PageHeader
				title="Single sign-on"
				actions={
					hasSetup ? (
						<PageLink href={`${path}/single-sign-on/test`} className={buttonClass()}>
							Test sign-in
						</PageLink>
					) : null
				}
			>
				<p>
					By SAML 2.0 or WS-Federation to{" "}
					<PageLink href={path} className="text-accent underline">
						{application.name || id}
					</PageLink>
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
							subject={session.subject}
							isEmbedded={dashboardConfig().tenant.embedded}
							certificateFacts={
								signingCert ? (
									<CertificateFactsList
										report={inspectCertificates(signingCert, "application", now)}
										timeZone={timeZone}
									/>
								) : null
							}
							history={await historyOf(applicationEditors, "application", id)}
							madeAt={now.toISOString()}
							timeZone={timeZone}
						/>
						{hasSetup ? <ServiceProviderSetup id={id} saved={{ ...baseline, protocol }} /> : null}
					</Sections>
				</div>
			)}
		</>
	);
}
