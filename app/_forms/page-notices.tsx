import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import type { OperationName } from "@/lib/contract/operations";
import { protectionInWords } from "@/lib/dashboard/management/applications/protection";
import { responseNotes } from "@/lib/dashboard/management/call/response";
import { missingScope, type Needed } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { withArticle } from "@/lib/dashboard/resources/resources";
import { writeEntry } from "@/lib/dashboard/resources/writes";
import { may, type Permission, type Role, whoMay } from "@/lib/dashboard/session/permissions";
import { CallReference } from "./call-reference";
import { RoleNote } from "./role-note";

/** Warnings about the service's responses for this page, before anything of it is saved. */
export function ResponseNotes() {
	const notes = responseNotes();
	return notes.length > 0 ? (
		<Alert tone="warning" title="Look closely before you save">
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
		</Alert>
	) : null;
}

/** Above a form whose page could not be read again after it was submitted. */
export function NotReadAgain({ problem: { title, reason = title, reference } }: { problem: Problem }) {
	return (
		<Alert tone="warning" title="The service could not be read again">
			<p>
				{reason}. The form below holds what you typed, and says what became of it; the rest of the page is missing.
				{reference ? <CallReference reference={reference}> Reference </CallReference> : null}
			</p>
		</Alert>
	);
}

type ScopeMissingProps = {
	of: Needed | readonly Needed[];
	/** A muted line in place of a button. */
	isLine?: boolean;
};

/** What the console can't do, since the tenant has not granted it a scope for these; nothing where it has. */
export function ScopeMissing({ of, isLine = false }: ScopeMissingProps) {
	const reasons = new Set([of].flat().flatMap((needed) => missingScope(needed) ?? []));
	return [...reasons].map((reason) => {
		const words = (
			<p key={reason} className={isLine ? "text-sm text-muted" : undefined}>
				{reason} Once it has,{" "}
				<PageLink href="/connection" className="text-accent underline">
					check again
				</PageLink>
				.
			</p>
		);
		return isLine ? (
			words
		) : (
			<Alert key={reason} tone="info" title="The dashboard lacks a scope">
				{words}
			</Alert>
		);
	});
}

/** Why nothing can be created here: the admin's role, or a scope that the tenant has not granted. */
export function CannotCreate({ role, create }: { role: Role; create: OperationName }) {
	const entry = writeEntry(create);
	if (!entry || may(role, entry.permission)) return <ScopeMissing of={create} />;
	return (
		<Alert tone="info" title="You can look, not create">
			<p>{whoMay(entry.permission, `Creating ${withArticle(entry.resource)}`)}</p>
		</Alert>
	);
}

type RefusedPageProps = { title: string; permission: Permission; role: Role };

/** In place of a page that the admin's role may not see. */
export function RefusedPage({ title, permission, role }: RefusedPageProps) {
	return (
		<>
			<PageHeader title={title} />
			<Alert tone="info" title="Not allowed">
				<p>{`${whoMay(permission)} Your role is ${role}.`}</p>
			</Alert>
		</>
	);
}

type ReadOnlyNoticeProps = {
	role: Role;
	protection: Parameters<typeof protectionInWords>[0] | null;
	/** The operation that saves it. */
	write: OperationName;
};

/** Why what is shown can't be changed: the admin's role, the resource's protection, or a scope that the tenant has not granted. */
export function ReadOnlyNotice({ role, protection, write }: ReadOnlyNoticeProps) {
	const entry = writeEntry(write);
	if (!may(role, entry?.permission)) return <RoleNote role={role} permission={entry?.permission} />;
	if (!protection) return <ScopeMissing of={write} />;
	return (
		<Alert tone="info" title={`This ${entry?.resource} is read-only here`}>
			<p>{protectionInWords(protection)}</p>
		</Alert>
	);
}

type EditedNoticesProps = Omit<ReadOnlyNoticeProps, "protection"> & {
	/** Why it could not be read again. */
	problem: Problem | undefined;
	/** Undefined where it is unknown. */
	protection: ReadOnlyNoticeProps["protection"] | undefined;
};

/** Above a form: why it can't be changed, or was not read again. */
export function EditedNotices({ problem, protection, ...write }: EditedNoticesProps) {
	return (
		<>
			{problem ? <NotReadAgain problem={problem} /> : <ResponseNotes />}
			{protection === undefined ? null : <ReadOnlyNotice protection={protection} {...write} />}
		</>
	);
}
