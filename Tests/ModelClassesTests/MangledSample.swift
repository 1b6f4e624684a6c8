/// A source with members of every kind, and the compiler's names for them: the undefined symbols in its object file,
/// sorted, without setters.
enum MangledSample {
  static let file = "Sources/Notes.swift"
  static let module = "Naive"

  static let other = """
    import CoreData
    public class Foreign: NSManagedObject { public enum Kind: Int { case plain } }
    """

  static let source = """
    import CoreData
    import Foundation
    import Other

    public class FolderNote: NSManagedObject {}
    public enum NoteKind: Int16 { case plain }
    public struct Choice: OptionSet { public let rawValue: Int32; public init(rawValue: Int32) { fatalError() } }
    public protocol Shape {}
    public class Outer {
      public class Inner: NSManagedObject {
        @NSManaged var kind: NoteKind
        @NSManaged var own: Kind
        @NSManaged var other: Outer.Inner?
        @NSManaged var noteInner: Note?
      }
      public enum Kind: Int { case plain }
    }
    extension Outer.Inner {
      @NSManaged public var extended: String?
    }
    public class Note: NSManagedObject {
      typealias Texts = [String]
      @NSManaged public var name: String?
      @NSManaged public private(set) var order: Int64
      @NSManaged private var primitiveName: String?
      @NSManaged fileprivate var primitiveFolderNote: FolderNote?
      @NSManaged package var packaged: Int16
      @NSManaged var small: Int32, plain: Int
      @NSManaged var left, right: Double
      @NSManaged var flag: Bool
      @NSManaged var float: Float
      @NSManaged var date: Date?
      @NSManaged var Date: Foundation.Date
      @NSManaged var uuid: UUID!
      @NSManaged var url: URL?
      @NSManaged var data: Data?
      @NSManaged var decimal: NSDecimalNumber?
      @NSManaged var exact: Decimal
      @NSManaged var number: NSNumber?
      @NSManaged var object: NSObject?
      @NSManaged var notes: Set<FolderNote>?
      @NSManaged var notes2: Set<Note>
      @NSManaged var set: NSSet?
      @NSManaged var mutableSet: NSMutableSet
      @NSManaged var ordered: NSOrderedSet?
      @NSManaged var mutableOrdered: NSMutableOrderedSet?
      @NSManaged var noteFolder: FolderNote?
      @NSManaged var note: Note?
      @NSManaged var parent: Note
      @NSManaged var Naive: Note?
      @NSManaged var kind: NoteKind
      @NSManaged var outerKind: Outer.Kind
      @NSManaged var choice: Choice
      @NSManaged var strings: [String]?
      @NSManaged var texts: Texts
      @NSManaged var mixed: [String: Any]?
      @NSManaged var map: [Outer.Kind: [Note]]
      @NSManaged var any: Any?
      @NSManaged var anyObject: AnyObject?
      @NSManaged var interval: TimeInterval
      @NSManaged var oldDate: NSDate?
      @NSManaged var shape: (any Shape)?
      @NSManaged var coding: [any NSCoding]?
      @NSManaged var error: (any Error)?
      @NSManaged var `class`: String?
      @NSManaged var any_thing2x_Y: String?
      @NSManaged var über: String?
      @NSManaged var 日付: Date?
      @NSManaged var smsÄöb: Int8
      @NSManaged var indexes: IndexSet
      @NSManaged var range: NSRange
      @NSManaged var path: IndexPath?
      @NSManaged var styled: NSAttributedString?
      @NSManaged var length: Measurement<Unit>?
      @NSManaged var objectIdentifier: NSManagedObjectID?
      @NSManaged var managed: NSManagedObject?
      @NSManaged var described: NSEntityDescription?
      @NSManaged var foreign: Foreign?
      @NSManaged var foreignKind: Other.Foreign.Kind
      @NSManaged func addToNotes(_ value: FolderNote)
      @NSManaged func addToNotes(_ values: NSSet)
      @NSManaged func addToNotes(_ values: Set<Note>)
      @NSManaged func addToFolderNotes(_ value: FolderNote)
      @NSManaged func insertIntoFolderNotes(_ value: FolderNote, at idx: Int)
      @NSManaged func insertIntoNotes(_ values: [Note], at indexes: NSIndexSet)
      @NSManaged func removeFromNotes(at idx: Int)
      @NSManaged func replaceFolderNotes(at idx: Int, with value: FolderNote)
      @NSManaged func replaceNotes(at indexes: NSIndexSet, with values: [Note])
      @NSManaged private func addToFolderPrivate(_ value: FolderNote)
      @NSManaged func three(_ a: Note, _ b: Note, _ c: Note)
      @NSManaged func dictionaries(_ a: [Note: Note], _ b: [String: String], _ c: [Int: [Int]])
      @NSManaged func optionals(
        _ a: Note?, _ b: Note?, _ c: FolderNote?, _ d: Int?, _ e: Int?, _ f: Set<Note>, _ g: Set<Note>?,
        _ h: Set<Note>?)
      @NSManaged func several(
        _ a: Note, _ b: FolderNote, _ c: Note, _ d: NoteKind, _ e: Note, _ f: FolderNote, g: Date, h: NSDate, i: Date,
        j: Data)
      @NSManaged func many(
        _ a: NSArray, _ b: NSSet, _ c: NSNumber, _ d: NSString, _ e: NSData, _ f: NSURL, _ g: NSUUID, _ h: NSNull,
        _ i: NSValue, _ j: NSError, _ k: NSDate, _ l: NSLocale, _ m: NSLocale, _ n: NSArray, _ o: NSCalendar)
      @NSManaged func zero()
    }
    extension Foreign {
      @NSManaged var added: Note?
    }
    """

  static let names = """
    $s5Naive4NoteC0011smsb_CjaEBas4Int8Vvg
    $s5Naive4NoteC007ber_goaSSSgvg
    $s5Naive4NoteC007bnquFHc20FoundationEssentials4DateVSgvg
    $s5Naive4NoteC015primitiveFolderB033_31B797909810A1C14B9E370E56490798LLAA0dB0CSgvg
    $s5Naive4NoteC10addToNotesyy10Foundation5NSSetCF
    $s5Naive4NoteC10addToNotesyyAA06FolderB0CF
    $s5Naive4NoteC10addToNotesyyShyACGF
    $s5Naive4NoteC10mutableSet10Foundation09NSMutableD0Cvg
    $s5Naive4NoteC10noteFolderAA0dB0CSgvg
    $s5Naive4NoteC11foreignKind5Other7ForeignC0D0Ovg
    $s5Naive4NoteC12dictionariesyySDyA2CG_SDyS2SGSDySiSaySiGGtF
    $s5Naive4NoteC12replaceNotes2at4withy10Foundation10NSIndexSetC_SayACGtF
    $s5Naive4NoteC13any_thing2x_YSSSgvg
    $s5Naive4NoteC13primitiveName33_31B797909810A1C14B9E370E56490798LLSSSgvg
    $s5Naive4NoteC14mutableOrdered10Foundation09NSMutableD3SetCSgvg
    $s5Naive4NoteC15insertIntoNotes_2atySayACG_10Foundation10NSIndexSetCtF
    $s5Naive4NoteC15removeFromNotes2atySi_tF
    $s5Naive4NoteC16addToFolderNotesyyAA0eB0CF
    $s5Naive4NoteC16objectIdentifier8CoreData17NSManagedObjectIDCSgvg
    $s5Naive4NoteC18addToFolderPrivate33_31B797909810A1C14B9E370E56490798LLyyAA0eB0CF
    $s5Naive4NoteC18replaceFolderNotes2at4withySi_AA0dB0CtF
    $s5Naive4NoteC21insertIntoFolderNotes_2atyAA0eB0C_SitF
    $s5Naive4NoteC3anyypSgvg
    $s5Naive4NoteC3mapSDyAA5OuterC4KindOSayACGGvg
    $s5Naive4NoteC3set10Foundation5NSSetCSgvg
    $s5Naive4NoteC3url20FoundationEssentials3URLVSgvg
    $s5Naive4NoteC4Date20FoundationEssentialsADVvg
    $s5Naive4NoteC4data20FoundationEssentials4DataVSgvg
    $s5Naive4NoteC4date20FoundationEssentials4DateVSgvg
    $s5Naive4NoteC4flagSbvg
    $s5Naive4NoteC4kindAA0B4KindOvg
    $s5Naive4NoteC4leftSdvg
    $s5Naive4NoteC4manyyy10Foundation7NSArrayC_AE5NSSetCAE8NSNumberCAE8NSStringCAE6NSDataCAE5NSURLCAE6NSUUIDCAE6NSNullCAE7NSValueCAE7NSErrorCAE6NSDateCAE8NSLocaleCA1_AgE10NSCalendarCtF
    $s5Naive4NoteC4nameSSSgvg
    $s5Naive4NoteC4noteACSgvg
    $s5Naive4NoteC4path20FoundationEssentials9IndexPathVSgvg
    $s5Naive4NoteC4uuid20FoundationEssentials4UUIDVSgvg
    $s5Naive4NoteC4zeroyyF
    $s5Naive4NoteC5classSSSgvg
    $s5Naive4NoteC5errors5Error_pSgvg
    $s5Naive4NoteC5exact20FoundationEssentials7DecimalVvg
    $s5Naive4NoteC5floatSfvg
    $s5Naive4NoteC5mixedSDySSypGSgvg
    $s5Naive4NoteC5notesShyAA06FolderB0CGSgvg
    $s5Naive4NoteC5orders5Int64Vvg
    $s5Naive4NoteC5plainSivg
    $s5Naive4NoteC5range10Foundation8_NSRangeVvg
    $s5Naive4NoteC5rightSdvg
    $s5Naive4NoteC5shapeAA5Shape_pSgvg
    $s5Naive4NoteC5smalls5Int32Vvg
    $s5Naive4NoteC5textsSaySSGvg
    $s5Naive4NoteC5threeyyAC_A2CtF
    $s5Naive4NoteC6choiceAA6ChoiceVvg
    $s5Naive4NoteC6codingSay10Foundation8NSCoding_pGSgvg
    $s5Naive4NoteC6length10Foundation11MeasurementVyAE4UnitCGSgvg
    $s5Naive4NoteC6notes2ShyACGvg
    $s5Naive4NoteC6number10Foundation8NSNumberCSgvg
    $s5Naive4NoteC6object10Foundation8NSObjectCSgvg
    $s5Naive4NoteC6parentACvg
    $s5Naive4NoteC6styled10Foundation18NSAttributedStringCSgvg
    $s5Naive4NoteC7decimal10Foundation15NSDecimalNumberCSgvg
    $s5Naive4NoteC7foreign5Other7ForeignCSgvg
    $s5Naive4NoteC7indexes10Foundation8IndexSetVvg
    $s5Naive4NoteC7managed8CoreData15NSManagedObjectCSgvg
    $s5Naive4NoteC7oldDate10Foundation6NSDateCSgvg
    $s5Naive4NoteC7ordered10Foundation12NSOrderedSetCSgvg
    $s5Naive4NoteC7several______1g1h1i1jyAC_AA06FolderB0CAcA0B4KindOAcJ20FoundationEssentials4DateV0F06NSDateCAoM4DataVtF
    $s5Naive4NoteC7stringsSaySSGSgvg
    $s5Naive4NoteC8intervalSdvg
    $s5Naive4NoteC8packageds5Int16Vvg
    $s5Naive4NoteC9anyObjectyXlSgvg
    $s5Naive4NoteC9described13CoreDataModel19NSEntityDescriptionCSgvg
    $s5Naive4NoteC9optionalsyyACSg_AeA06FolderB0CSgSiSgAIShyACGAJSgAKtF
    $s5Naive4NoteC9outerKindAA5OuterC0D0Ovg
    $s5Naive4NoteCAaCSgvg
    $s5Naive5OuterC5InnerC04noteC0AA4NoteCSgvg
    $s5Naive5OuterC5InnerC3ownAC4KindOvg
    $s5Naive5OuterC5InnerC4kindAA8NoteKindOvg
    $s5Naive5OuterC5InnerC5otherAESgvg
    $s5Naive5OuterC5InnerC8extendedSSSgvg
    $s5Other7ForeignC5NaiveE5addedAD4NoteCSgvg
    """
}
