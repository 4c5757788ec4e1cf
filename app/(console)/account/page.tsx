import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ButtonLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Breakable } from "@/components/ui/breakable";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { mayPropose } from "@/lib/dashboard/proposals/rights";
import { ruleInWords } from "@/lib/dashboard/proposals/rule-of-setting";
import { pageClock } from "@/lib/dashboard/request/page";
import { doingsOf } from "@/lib/dashboard/session/permissions";
import type { RoleRule } from "@/lib/dashboard/session/role";
import { type Account, accountOfRequest, requirePageSession } from "@/lib/dashboard/session/session";
import { CLAIMED_ROLE_HOURS } from "@/lib/dashboard/store/claimed-roles";

export const metadata: Metadata = { title: "Account" };

/** Who is signed in, with which role, and which rule gives it. */
export default async function AccountPage() {
	await requirePageSession("/account");
	const account = (await accountOfRequest()) ?? redirect("/sign-in?callbackUrl=%2Faccount");
	return (
		<>
			<PageHeader title="Account" actions={<ButtonLink href="/your-sessions">Your sessions</ButtonLink>}>
				Who you are to this console, what you may do, and why.
			</PageHeader>
			<AccountFacts account={account} />
		</>
	);
}

async function AccountFacts({ account }: { account: Account }) {
	const { subject, email, emailVerified, name, role, rule, byName, byClaim, signedInAt, sessionEnds } = account;
	const clock = await pageClock();
	return (
		<div className="grid gap-5">
			{byClaim?.isOver ? (
				<Alert tone="info">
					<p>
						Your role {byClaim.role} ended <TimeText value={byClaim.until} clock={clock} />, {CLAIMED_ROLE_HOURS} hours
						after your last sign-in. <TextLink href="/sign-in?callbackUrl=%2Faccount">Sign in again</TextLink>
					</p>
				</Alert>
			) : null}
			<Facts>
				<Fact term="Name">
					<Name text={name} />
				</Fact>
				<Fact term="E-mail address">
					{email ? (
						<>
							<Name text={email} />{" "}
							<span className="text-muted">{emailVerified ? "(verified)" : "(not verified by the tenant)"}</span>
						</>
					) : null}
				</Fact>
				<Fact term="ID">
					<Identifier value={subject} label="Copy your ID" />
				</Fact>
				<Fact term="Role">{role}</Fact>
				<Fact term="Rule">
					<Rule rule={rule} />
				</Fact>
				<Fact term="Signed in">
					<TimeText value={signedInAt} clock={clock} />
				</Fact>
				<Fact term="Role ends">
					{byClaim && !byClaim.isOver ? (
						<>
							<TimeText value={byClaim.until} clock={clock} />, {CLAIMED_ROLE_HOURS} hours after your last sign-in in
							any browser. {byName ? `From then on your role is ${byName}.` : "Sign in again before then to keep it."}
						</>
					) : rule ? (
						"After a restart with settings that no longer name you."
					) : (
						"At the next click after the sample tenant no longer stores it."
					)}
				</Fact>
				<Fact term="Session ends">
					<TimeText value={sessionEnds} clock={clock} />
				</Fact>
			</Facts>
			<Section title="What your role may do">
				<ul className="list-disc pl-5 text-sm">
					{doingsOf(role, mayPropose(account) ? [] : ["propose"]).map((doing) => (
						<li key={doing}>{doing}</li>
					))}
				</ul>
			</Section>
			<SecondEditor />
		</div>
	);
}

/** Which changes one proposes and another accepts here, as the operator has set it. */
function SecondEditor() {
	const { secondEditor, allowsEmergencySave, proposers } = dashboardConfig();
	const needing = ruleInWords(secondEditor);
	return (
		<Section title="Changes that a second editor accepts">
			{needing.length === 0 ? (
				<p className="text-sm">
					No change needs a second editor here. Each change of a template can still be proposed.
				</p>
			) : (
				<div className="grid gap-2 text-sm">
					<ul className="list-disc pl-5">
						{needing.map((saves) => (
							<li key={saves}>{saves}</li>
						))}
					</ul>
					<p>
						{allowsEmergencySave
							? "In an emergency an editor may save without the second one, with a reason. All admins are told."
							: "No editor may save these alone."}{" "}
						What is changed with the tenant’s own interface is outside of this rule.
					</p>
				</div>
			)}
			<p className="text-sm">May propose: {["editor", ...proposers].join(", ")}</p>
		</Section>
	);
}

function Rule({ rule }: { rule: RoleRule | null }) {
	if (!rule) return "The sample tenant stores your role.";
	const setting = <code>{rule.setting}</code>;
	switch (rule.by.kind) {
		case "id":
			return <>{setting} names your ID.</>;
		case "email":
			return <>{setting} names your verified e-mail address.</>;
		case "claim":
			return (
				<>
					{setting} names the value “
					<Name text={rule.by.value} />” of the claim{" "}
					<code>
						<Breakable text={dashboardConfig().roleClaim?.name ?? ""} />
					</code>
					, which the ID token of your last sign-in has.
				</>
			);
	}
}
