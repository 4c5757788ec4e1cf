import { Avatar } from "../ui/avatar";

export type TenantKind = "embedded" | "live";

/** Shown with a tenant's name: whether changes concern real users. */
const states: Record<TenantKind, string> = { embedded: "Embedded sample", live: "Live" };

/** Which tenant this is, and whether it is a real one. */
export function TenantBlock({ name, kind }: { name: string; kind: TenantKind }) {
	const isLive = kind === "live";
	return (
		<p className="flex min-w-0 items-center gap-2.5">
			<Avatar name={name} tone={isLive ? "warning" : "accent"} shape="square" />
			<span className="flex min-w-0 items-baseline gap-x-2 sm:grid">
				<span className="truncate text-sm font-medium sm:leading-[1.125rem]" title={name}>
					{name}
				</span>{" "}
				<span className={`shrink-0 text-xs sm:leading-[0.875rem] ${isLive ? "text-warning" : "text-muted"}`}>
					{states[kind]}
				</span>
			</span>
		</p>
	);
}
