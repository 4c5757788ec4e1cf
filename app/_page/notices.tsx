import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { ShownOnce } from "@/components/ui/shown-once";
import type { OperationName } from "@/lib/contract/operations";
import { protectionInWords } from "@/lib/dashboard/management/applications/protection";
import { responseNotes } from "@/lib/dashboard/management/call/response";
import { learnScopes, missingScope, type Needed } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { readFlash } from "@/lib/dashboard/request/flash";
import { withArticle } from "@/lib/dashboard/resources/resources";
import { permissionFor, writeEntry } from "@/lib/dashboard/resources/writes";
import { type Access, may, type Permission, type Role, refusalOf, whoMay } from "@/lib/dashboard/session/permissions";
import { CallReference } from "./problem-alert";

type FlashStatusProps = {
	path: string;
	tone?: "success" | "warning";
	/** What can be done about it. */
	beside?: (message: string) => ReactNode | Promise<ReactNode>;
};

/** The flash message that an action stored for the page it redirected to; it is shown once. */
export async function FlashStatus({ path, tone = "success", beside }: FlashStatusProps) {
	const message = await readFlash(path);
	if (!message) return null;
	const id = randomUUID();
	return (
		<ShownOnce key={id} id={id}>
			<div className="mb-5">
				<Alert tone={tone}>
					<div className="flex flex-wrap items-center gap-x-4">
						<p>{message}</p>
						{await beside?.(message)}
					</div>
				</Alert>
			</div>
		</ShownOnce>
	);
}

/** Warnings about the service's responses for this page, before anything of it is saved. */
export function ResponseNotes() {
	const notes = responseNotes();
	if (notes.length === 0) return null;
	return (
		<Alert tone="warning" title="Check before you save">
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
		</Alert>
	);
}

/** Above a form whose page could not be read again after it was submitted. */
export function NotReadAgain({ problem: { title, reason = title, reference } }: { problem: Problem }) {
	return (
		<Alert tone="warning" title="The page could not be read again">
			<p>
				{reason}. The form below has what you typed, and the result. The rest of the page is missing.
				{reference ? <CallReference reference={reference}> Reference </CallReference> : null}
			</p>
		</Alert>
	);
}

/** What the page can't offer, and why. */
function Obstacle({ title, why }: { title: string; why: ReactNode }) {
	return (
		<Alert tone="info" title={title}>
			{why}
		</Alert>
	);
}

const SCOPE_MISSING = "The console lacks a scope";

type ScopeMissingProps = {
	of: Needed | readonly Needed[];
	/** A muted line in place of a button. */
	isLine?: boolean;
};

/** What the console can't do, since the tenant has not granted it a scope for these; nothing where it has. */
export function ScopeMissing({ of, isLine = false }: ScopeMissingProps) {
	return reasonsWithout([of].flat()).map((reason) => {
		const words = (
			<p key={reason} className={isLine ? "text-sm text-muted" : undefined}>
				{reason} Once it has, <TextLink href="/connection">check again</TextLink>.
			</p>
		);
		return isLine ? words : <Obstacle key={reason} title={SCOPE_MISSING} why={words} />;
	});
}

function reasonsWithout(needed: readonly Needed[]): string[] {
	return [...new Set(needed.flatMap((each) => missingScope(each) ?? []))];
}

/**
 * Why writes can't be carried out here: the admin's role, or scopes that the tenant has not granted.
 * @param writes for all of which the same role is enough
 * @returns null where nothing is in the way
 */
export async function obstacleTo(writes: readonly OperationName[], access: Access): Promise<ReactNode> {
	const permission = writes[0] && permissionFor(writes[0]);
	if (!may(access.towards, permission))
		return <Obstacle title="You can view, not edit" why={refusalOf(access, permission)} />;
	await learnScopes();
	const reasons = reasonsWithout(writes);
	return reasons.length > 0 ? <Obstacle title={SCOPE_MISSING} why={reasons.join(" ")} /> : null;
}

/** Why nothing can be created here: the admin's role, or a scope that the tenant has not granted. */
export function CannotCreate({ role, create }: { role: Role; create: OperationName }) {
	const entry = writeEntry(create);
	if (!entry || may(role, entry.permission)) return <ScopeMissing of={create} />;
	const why = whoMay(entry.permission, `Creating ${withArticle(entry.resource)}`);
	return <Obstacle title="You can view, not create" why={why} />;
}

type RefusedPageProps = { title: string; permission: Permission; role: Role };

/** In place of a page that the admin's role may not see. */
export function RefusedPage({ title, permission, role }: RefusedPageProps) {
	return (
		<>
			<PageHeader title={title} />
			<Obstacle title="Not allowed" why={`${whoMay(permission)} Your role is ${role}.`} />
		</>
	);
}

type RoleNoteProps = Pick<Access, "role"> & Partial<Access> & { permission: Permission | undefined };

/** Why the admin can't change what the page shows, and who could; nothing where the role may. */
export function RoleNote({ role, towards = role, permission }: RoleNoteProps) {
	if (may(towards, permission)) return null;
	const refusal = refusalOf({ role, towards }, permission);
	return <p className="text-sm">{`You can view, not change: your role is ${role}. ${refusal}`}</p>;
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
	return <Obstacle title={`This ${entry?.resource} is read-only here`} why={protectionInWords(protection)} />;
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
