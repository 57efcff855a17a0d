import { z } from "@hono/zod-openapi";
import { inviteMember, longestInvitedName } from "../../../access/people/invitations.ts";
import { changeRole, listMembers, removeMember } from "../../../access/people/members.ts";
import type { Member } from "../../../access/people/queries.ts";
import { roles } from "../../../access/people/roles.ts";
import { readableAddress } from "../../../platform/email-address.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { invitationsADay, invitationsToOneADay, invitationTries } from "../../../platform/limits/member-emails.ts";
import { withTries } from "../../../platform/limits/rate-limits.ts";
import { problemResponse } from "../../problem.ts";
import { waitInWords } from "../../wait-in-words.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, email, meaningOf, pageQuery, rowsOf, shownId, shownText, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const tags = ["People"];
const role = z
  .enum(roles, { error: `must be one of ${roles.join(", ")}` })
  .describe(
    "owner: can do everything. staff: can do everything except change settings, credentials and members. read_only: can view everything.",
  );
const memberId = z.object({ id: z.string().openapi({ param: { description: meaningOf(shownId) } }) });

const exampleId = "Nq1yQHgcuz4Z0rJpXoDs7W1kvEI";

const memberSchema = z
  .object({
    id: z.string().describe("Unique identifier. It changes when an invitation is accepted."),
    email: z.string().describe("Email address with which the person signs in."),
    name: z.string().describe("Name of the person."),
    role,
    status: z.enum(["active", "invited"]).describe("invited: the person has not accepted yet."),
    two_factor_enabled: z.boolean().describe("Whether the person signs in with two-factor authentication."),
    created_at: createdAt,
    invitation_url: shownText.describe(
      "The link that accepts the invitation. Shown once, to an owner who is signed in and invites a person while no mail server is set up. Otherwise null.",
    ),
  })
  .openapi("Member", {
    example: {
      id: exampleId,
      email: "bob@example.com",
      name: "Bob",
      role: "staff",
      status: "invited",
      two_factor_enabled: false,
      created_at: created,
      invitation_url: null,
    },
  });

const newMember = z
  .object({
    email: email.describe("Email address that the invitation is sent to."),
    name: text(longestInvitedName, { shortest: 1 })
      .optional()
      .describe("Name of the person. They can change it under their profile."),
    role,
  })
  .openapi("NewMember", { example: { email: "bob@example.com", name: "Bob", role: "staff" } });

const memberChanges = z.object({ role }).openapi("MemberChanges", { example: { role: "read_only" } });

const memberAnswer = answerOf("member", memberSchema, "The member.");

export const memberRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/members",
      role: "read_only",
      scope: "account:manage",
      summary: "List members",
      description: "In the order they joined, followed by invited people.",
      tags,
      request: { query: pageQuery },
      responses: {
        200: pageOf("members", memberSchema, "members"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const page = c.req.valid("query");
      const { members, total } = await listMembers(services.db.read, account.id, rowsOf(page));
      return c.json({ members: members.map(presentMember), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/members",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "member.invited", subject: "member" },
      summary: "Invite a member",
      description:
        "Sends an email with a link. The person becomes a member when they open it and set a password, or sign in with the one they have. The link works once and expires after seven days. Invite them again to send a new one. Limit: 100 invitations per day, and 5 to one address. If no mail server is set up, an owner who is signed in gets the link in `invitation_url`, to pass it on.",
      tags,
      middleware: [jsonBody("member")] as const,
      request: { body: { required: true, content: json(newMember) } },
      responses: { 201: memberAnswer, ...problems(400, 409, 413, 415, 422, 429) },
    }),
    async (c) => {
      const { services, account, user, now } = c.var;
      const input = { ...c.req.valid("json"), url: services.peopleUrl(account) };
      const tries = invitationTries(account.id, input.email);
      const invited = await withTries(changeInSteps(c, input.email), tries, now, (tx) =>
        inviteMember(tx, account, input, now),
      );
      if (invited.seconds !== null) {
        const { seconds } = invited;
        const detail = `Too many invitations: a store can send ${invitationsADay} a day, and ${invitationsToOneADay} to one address. Try again in ${waitInWords(seconds)}.`;
        return problemResponse(429, { detail, headers: { "retry-after": String(seconds) } }) as never;
      }
      const { member, link } = invited.result;
      // Anyone with the link can accept the invitation. If emails are sent, the link goes only to the invited person's mailbox.
      const isShown = user && services.transports.installation.settings.server === null;
      return c.json({ member: { ...presentMember(member), invitation_url: isShown ? link : null } }, 201);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/members/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "member.role_changed", subject: "member" },
      examples: { parameters: { id: exampleId } },
      summary: "Change a member's role",
      description: "An account always has at least one owner.",
      tags,
      middleware: [jsonBody("member")] as const,
      request: { params: memberId, body: { required: true, content: json(memberChanges) } },
      responses: { 200: memberAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { account } = c.var;
      const { id } = c.req.valid("param");
      const member = await change(
        c,
        (tx) => changeRole(tx, account.id, id, c.req.valid("json").role),
        ({ email }) => readableAddress(email),
      );
      return c.json({ member: presentMember(member) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/members/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "member.removed", subject: "member" },
      examples: { parameters: { id: exampleId } },
      summary: "Remove a member",
      description: "Signs the person out of this account at once. An account always has at least one owner.",
      tags,
      request: { params: memberId },
      responses: { 204: { description: "Removed." }, ...problems(404, 409) },
    }),
    async (c) => {
      const { account } = c.var;
      const { id } = c.req.valid("param");
      await change(c, (tx) => removeMember(tx, account.id, id), readableAddress);
      return c.body(null, 204);
    },
  );

function presentMember(member: Member): z.output<typeof memberSchema> {
  return {
    id: member.id,
    email: readableAddress(member.email),
    name: member.name,
    role: member.role,
    status: member.status,
    two_factor_enabled: member.twoFactorEnabled,
    created_at: writeInstant(member.createdAt),
    invitation_url: null,
  };
}
