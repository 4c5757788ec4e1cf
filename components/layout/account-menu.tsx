import type { ReactNode } from "react";
import { Name } from "../ui/name";
import { PageLink } from "./links";
import { Menu } from "./menu";
import type { Theme } from "./theme";
import { ThemeChoice } from "./theme-choice";

export type AccountMenuProps = {
	/** Server-rendered. */
	avatar: ReactNode;
	person: string;
	email: string | null;
	role: string;
	theme: Theme;
};

/** What belongs to the user and not to the tenant. Signing out works without scripts. */
export function AccountMenu({ avatar, person, email, role, theme }: AccountMenuProps) {
	return (
		<Menu
			label={
				<>
					{avatar}
					Account
				</>
			}
		>
			<div>
				<div className="px-2 py-1">
					<p>
						<Name className="font-medium" text={person} /> <span className="text-muted">{`(${role})`}</span>
					</p>
					{email && email !== person ? (
						<p className="text-xs text-muted">
							<Name text={email} />
						</p>
					) : null}
				</div>
			</div>
			<ul>
				<li>
					<PageLink href="/account">Your account</PageLink>
				</li>
				<li>
					<PageLink href="/your-sessions">Your sessions</PageLink>
				</li>
			</ul>
			<ThemeChoice current={theme} />
			<form action="/sign-out" method="post">
				<button type="submit">Sign out</button>
			</form>
		</Menu>
	);
}
