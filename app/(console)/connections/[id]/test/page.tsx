import type { Metadata } from "next";
import { cache } from "react";
import { ButtonForm } from "@/app/_forms/action-form";
import { DropParameter } from "@/app/_page/drop-parameter";
import { ReadOnlyNotice } from "@/app/_page/notices";
import { Unread, UnreadPart } from "@/app/_page/unread";
import { PasteResponse } from "@/app/_sign-in-test/paste-response";
import { OF_SOMEBODY_ELSE, Refused, SHOWN_ALREADY } from "@/app/_sign-in-test/refused";
import { ResponseResult } from "@/app/_sign-in-test/response-result";
import { TestSignIn } from "@/app/_sign-in-test/test-sign-in";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import {
	type ConnectionWithClients,
	getConnectionWithClients,
} from "@/lib/dashboard/management/identity-providers/connection-clients";
import { providerProtection } from "@/lib/dashboard/management/identity-providers/console-sign-in";
import { labelOf } from "@/lib/dashboard/management/identity-providers/read-connections";
import { canUse, lackInWords } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { requirePageSession, type Session } from "@/lib/dashboard/session/session";
import { profileOfClaims } from "@/lib/dashboard/single-sign-on/mapped-profile";
import {
	CANT_BE_NAMED,
	findTestApplication,
	reportOnSignIn,
	TEST_APPLICATION_NAME,
} from "@/lib/dashboard/single-sign-on/provider-test";
import { takeResponse } from "@/lib/dashboard/store/sign-in-tests";
import { contentOf } from "../../_edit/connection-request";
import { strategyInWords } from "../../strategy-in-words";
import { checkProviderResponseAction, endProviderTestAction } from "./provider-test-actions";

type Props = PageProps<"/connections/[id]/test">;

/** Read once per request. */
const readConnection = cache((id: string) => outcomeOf(getConnectionWithClients(id), "identity provider"));
/** A stored response is single use; it is cached, since a page may be rendered more than once for one request. */
const storedResponse = cache((pickup: string) => takeResponse(pickup));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	const { value } = await readConnection(decodeURIComponent((await params).id));
	return {
		title: value ? `${nameInWords(labelOf(value))} · Test sign-in · Identity providers` : "Test sign-in",
	};
}

export default async function TestProviderPage({ params, searchParams }: Props) {
	const id = decodeURIComponent((await params).id);
	const { pickup } = await searchParams;
	const path = pageOf("identity provider", id);
	const query = typeof pickup === "string" ? `?${new URLSearchParams({ pickup })}` : "";
	const session = await requirePageSession(`${path}/test${query}`);
	const outcome = await readConnection(id);
	if (outcome.problem)
		return <Unread what="identity provider" id={id} title="Test sign-in" problem={outcome.problem} />;
	const connection = outcome.value;
	const { access } = contentOf(connection);
	const application = await outcomeOf(findTestApplication(), "application");
	return (
		<>
			<PageHeader title="Test sign-in">
				<p>
					By {strategyInWords(connection.strategy ?? null)} through{" "}
					<TextLink href={path}>
						<Name text={labelOf(connection)} />
					</TextLink>
				</p>
			</PageHeader>
			<div className="grid max-w-5xl gap-5">
				{typeof pickup === "string" ? (
					<>
						<DropParameter name="pickup" />
						<Result pickup={pickup} session={session} id={id} />
					</>
				) : null}
				<Section title="Sign in through the provider">
					{application.problem ? (
						<UnreadPart problem={application.problem} />
					) : (
						<Begin connection={connection} application={application.value} session={session} />
					)}
				</Section>
				{access?.basics !== "edited" ? null : access.options === "unread" ? (
					<p className="text-sm text-muted">
						No response can be checked here: the provider's settings are not known, as{" "}
						{lackInWords("connection options") ?? "the tenant leaves them out"}.
					</p>
				) : (
					<PasteResponse
						action={checkProviderResponseAction}
						sends={{ connectionId: id }}
						protocol="samlp"
						receiver="the tenant's ACS URL"
					/>
				)}
			</div>
		</>
	);
}

type ResultProps = { pickup: string; session: Session; id: string };

/** Shows the response only to the admin who began this test, so that no link can show one user's sign-in to another. */
async function Result({ pickup, session, id }: ResultProps) {
	const stored = await outcomeOf(storedResponse(pickup), "identity provider");
	if (stored.problem) return <Refused words={stored.problem.message} />;
	if (!stored.value) return <Refused words={SHOWN_ALREADY} />;
	const { subject, testedId, protocol, application, requestId, response } = stored.value;
	if (subject !== session.subject || testedId !== id || protocol !== "oidc" || !requestId)
		return <Refused words={OF_SOMEBODY_ELSE} />;
	// Begun before an update that kept none.
	if (!application) return <Refused words="The test is of an earlier version of this console. Start it again." />;
	const result = await outcomeOf(reported(response, requestId, application), "identity provider");
	if (result.problem) return <Refused words={result.problem.message} />;
	const { report, claims } = result.value;
	return (
		<ResponseResult
			report={report}
			missing={null}
			{...(claims && { profile: profileOfClaims(claims) })}
			valid={{
				title: "The sign-in works",
				words: "The tenant accepted the provider's response and created this profile from it.",
			}}
			refused="The sign-in failed"
			decodedWhat="ID token"
		/>
	);
}

/** The code is exchanged once: a page may be rendered more than once for one request. */
const reported = cache((response: string, verifier: string, clientId: string) =>
	reportOnSignIn(response, { verifier, clientId }),
);

type BeginProps = {
	connection: ConnectionWithClients;
	/** ID of the application that tests sign in to; null where there is none yet. */
	application: string | null;
	session: Session;
};

async function Begin({ connection, application, session }: BeginProps) {
	const isReady = application !== null && (connection.clients?.includes(application) ?? false);
	const protection = await providerProtection(connection);
	const canPrepare =
		protection === null &&
		canUse(session.role, "patch_connections_by_id") &&
		(application !== null || canUse(session.role, "post_clients"));
	if (!connection.name) return <p className="text-sm">{CANT_BE_NAMED}</p>;
	if (!isReady && !canPrepare) {
		const lacksApplication = application === null && !canUse(session.role, "post_clients");
		const write = lacksApplication && protection === null ? "post_clients" : "patch_connections_by_id";
		return (
			<div className="grid gap-3 text-sm">
				<p>A test needs an application of its own, and the provider turned on for it.</p>
				<ReadOnlyNotice role={session.role} protection={protection} write={write} />
			</div>
		);
	}
	const name = application ? (
		<TextLink href={pageOf("application", application)}>{TEST_APPLICATION_NAME}</TextLink>
	) : (
		`“${TEST_APPLICATION_NAME}”`
	);
	return (
		<div className="grid gap-5 text-sm">
			{/* A native form: it works without scripts. */}
			<form method="post" action="/sign-in-test/provider/start" className="grid justify-items-start gap-3">
				<input type="hidden" name="connectionId" value={connection.id} />
				<p>
					Your browser goes through the tenant to the provider, signs in there, and comes back with the profile that the
					tenant created. The result is about the user who signs in. It is shown once, to you alone, and not stored. The
					tenant keeps the user, as after every first sign-in.
				</p>
				{isReady ? null : (
					<p>
						The test {application ? "" : <>creates the application {name} and </>}turns the provider on for{" "}
						{application ? name : "it"} alone.
					</p>
				)}
				<TestSignIn />
			</form>
			{isReady && canPrepare ? (
				<div className="grid gap-2">
					<p className="text-muted">The provider is on for {name}. Turn it off once you are done.</p>
					<ButtonForm
						action={endProviderTestAction}
						label="Turn off for tests"
						sends={{ connectionId: connection.id }}
						variant="secondary"
					/>
				</div>
			) : null}
		</div>
	);
}
